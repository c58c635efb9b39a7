export interface DemoAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Where people open it: links, mails and the way back from a payment begin with the public address, and a browser holds
 * `127.0.0.1` and `localhost` for different places. With a port that the system chose only the listening address is true.
 */
export const addressOf = (
  { PORT, publicUrl }: { readonly PORT: number; readonly publicUrl: string },
  listening: string,
): string => {
  if (PORT === 0) return listening;
  return publicUrl === `http://localhost:${PORT}` ? publicUrl : `${publicUrl}, listening on ${listening}`;
};

/** What a person sees who typed `npm start`. */
export function announce(address: string, demo: readonly DemoAccount[] | null, milliseconds: number): void {
  const lines = ['', `  Vesalius is ready at ${address}  (${(milliseconds / 1000).toFixed(1)} s)`];
  if (demo && demo.length > 0) {
    lines.push('', '  Demo accounts:');
    for (const { role, email, password } of demo)
      lines.push(`    ${role.padEnd(18)} ${email.padEnd(30)} ${password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
