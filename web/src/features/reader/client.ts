import type { ReaderEndpoints } from '@vesalius/contract/reader';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { clientFor } from '../../lib/api-client.ts';

export const readerClient = clientFor<ReaderEndpoints>(readerCalls);
