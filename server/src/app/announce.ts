export interface DemoAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

/**
 * The address to open: links, mails and returns from a payment begin with the public address, and to a browser `127.0.0.1`
 * and `localhost` are different sites. With PORT=0 only the listening address is known.
 */
export const addressOf = (
  { PORT, publicUrl }: { readonly PORT: number; readonly publicUrl: string },
  listening: string,
): string => {
  if (PORT === 0) return listening;
  return publicUrl === `http://localhost:${PORT}` ? publicUrl : `${publicUrl}, listening on ${listening}`;
};

/** Prints what a user who typed `npm start` needs. */
export function announce(address: string, demo: readonly DemoAccount[] | null, milliseconds: number): void {
  const lines = ['', `  Vesalius is ready at ${address}  (${(milliseconds / 1000).toFixed(1)} s)`];
  if (demo && demo.length > 0) {
    lines.push('', '  Demo accounts:');
    for (const { role, email, password } of demo)
      lines.push(`    ${role.padEnd(18)} ${email.padEnd(30)} ${password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
