import type { AccountsEndpoints } from '@vesalius/contract/accounts';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { ErrorBody } from '@vesalius/contract/atoms';
import type { UPLOAD_PURPOSES } from '@vesalius/contract/uploads';
import { CallError, clientFor } from '../lib/api-client.ts';

const accountsApi = clientFor<AccountsEndpoints>(accountsCalls);

/** Requests an upload address, sends the file to it, and returns the link to use as the image. */
export async function uploadPicture(file: File, purpose: (typeof UPLOAD_PURPOSES)[number]): Promise<string> {
  const { upload_url: url } = await accountsApi.createUpload({
    body: { purpose, content_type: file.type as 'image/jpeg' | 'image/png', size: file.size },
  });
  const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': file.type }, body: file });
  const body = (await answer.json()) as { link: string } & Partial<ErrorBody>;
  if (!answer.ok) throw new CallError(answer.status, body);
  return body.link;
}
