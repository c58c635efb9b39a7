/** The part of oidc-provider that the stand-in uses; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Grant {
    constructor(fields: { clientId: string; accountId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  class Prompt {
    constructor(info: { name: string; requestable: boolean });
  }
  export const interactionPolicy: {
    Prompt: typeof Prompt;
    base(): Configuration['interactions']['policy'];
  };
  export interface Context {
    readonly oidc: {
      readonly client?: { readonly clientId: string };
      readonly session?: { readonly accountId?: string };
      readonly provider: Provider;
    };
  }
  export interface Configuration {
    jwks: { keys: object[] };
    clients: Record<string, unknown>[];
    responseTypes: string[];
    claims: Record<string, string[]>;
    cookies: { keys: string[] };
    features: { devInteractions: { enabled: boolean } };
    interactions: {
      policy: { add(prompt: Prompt, index: number): void; remove(name: string): void };
      url: (context: Context, interaction: { readonly uid: string }) => string;
    };
    ttl: Record<string, number>;
    findAccount: (
      context: Context,
      subject: string,
    ) => { accountId: string; claims: () => Record<string, unknown> } | undefined;
    loadExistingGrant: (context: Context) => Promise<Grant | undefined>;
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    proxy: boolean;
    readonly Grant: typeof Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { select_account: object; login: { accountId: string; remember: boolean } },
    ): Promise<void>;
  }
  export default Provider;
}
