export interface DemoAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

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
