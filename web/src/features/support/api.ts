import type { SupportEndpoints } from '@vesalius/contract/support';
import { supportCalls } from '@vesalius/contract/support-calls';
import { clientFor } from '../../lib/api-client.ts';

export const supportApi = clientFor<SupportEndpoints>(supportCalls);
