import type { StudioEndpoints } from '@vesalius/contract/studio';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { clientFor } from '../../lib/api-client.ts';

export const studioApi = clientFor<StudioEndpoints>(studioCalls);
