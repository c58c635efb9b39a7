import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Respond = (request: ReceivedRequest, response: ServerResponse) => void;
export interface TestModel {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Replaces what it answers from now on. */
  respond: Respond;
}

/** A provider on loopback; it ends with the test file. */
export async function startModel(respond: Respond): Promise<TestModel> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      ...{ path: request.url ?? '', headers: request.headers },
      body: Buffer.concat(chunks).toString('utf8'),
    };
    model.requests.push(received);
    model.respond(received, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const model: TestModel = { url: `http://127.0.0.1:${port}/v1`, requests: [], respond };
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return model;
}

/** A completion as OpenAI-compatible servers send it. */
export const completing =
  (content: (request: ReceivedRequest) => string): Respond =>
  (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'c-1',
        object: 'chat.completion',
        choices: [
          { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: content(request) } },
        ],
      }),
    );
  };

/** The passages that a request holds, in order. */
export function passagesOf({ body }: ReceivedRequest): string[] {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const parts = (messages.at(-1)?.content ?? '').split('\n\n');
  return parts.filter((part) => /^\[\d+\] /.test(part)).map((part) => part.replace(/^\[\d+\] /, ''));
}

/** Sentences of a passage, as far as full stops tell. */
const sentencesIn = (passage: string): string[] =>
  passage.match(/[^.]+\.(?=\s|$)/g)?.map((one) => one.trim()) ?? [];
const cited = (sentence: string, index: number) => `${sentence.replace(/\.$/, '')} [${index + 1}].`;

/** Quotes the first sentence of each passage. */
export const quoting = completing((request) =>
  passagesOf(request)
    .map((passage, index) => cited(sentencesIn(passage)[0] ?? '', index))
    .join(' '),
);

/** Ways to make a false sentence from a true one. */
export const INVENTIONS: readonly ((sentence: string, other: string) => string)[] = [
  // Another number, two numbers that changed places, another unit.
  (sentence) => sentence.replace(/\d+/, (number) => String(Number(number) * 10 + 1)),
  (sentence) => sentence.replace(/(\d+)(.*?)(\d+)/, '$3$2$1'),
  (sentence) => sentence.replace(/\bmg\b/, 'g'),
  // A negation more, a negation less, its opposite.
  (sentence) => sentence.replace(/\b(is|are)\b/, '$1 not'),
  (sentence) => sentence.replace(/\b(not|no|never|without) /i, ''),
  (sentence) => sentence.replace(/\bbefore\b|\babove\b|\bmore\b/, 'after'),
  (sentence) => sentence.replace(/\bmay\b/, 'must'),
  // Both ends exchanged; words of elsewhere; markup and links.
  (sentence) => sentence.replace(/\.$/, '').split(' ').reverse().join(' '),
  (sentence) => sentence.replace(/\.$/, ' and cures diabetes in most patients.'),
  (sentence, other) => `${sentence.split(' ').slice(0, 4).join(' ')} ${other.split(' ').slice(-4).join(' ')}`,
  (sentence) => `<b onclick="alert(1)">${sentence}</b>`,
  (sentence) => `[${sentence}](https://evil.example/)`,
  (sentence) => `${sentence.replace(/\.$/, '')} https://evil.example.`,
];

/** Invents with citations that look right: changed sentences, true ones of another passage, none, and one too many. */
export const inventing = completing((request) => {
  const passages = passagesOf(request).map(sentencesIn);
  return passages
    .flatMap((sentences, index) =>
      sentences.flatMap((sentence) => {
        const other = passages[(index + 1) % passages.length]?.[0] ?? '';
        const changed = INVENTIONS.map((invent) => invent(sentence, other)).filter((one) => one !== sentence);
        return [
          ...changed.map((one) => cited(one, index)),
          ...(passages.length > 1 ? [cited(sentence, (index + 1) % passages.length)] : []),
          cited(sentence, passages.length + 5),
          sentence,
        ];
      }),
    )
    .join('\n');
});

/** Accepts the request and never answers. */
export const hanging: Respond = () => {};
