import type { QRCode } from 'qrcode';

/** The modules of a QR code, row by row. Loaded with the certificate, not with the page. */
export async function qrModules(
  text: string,
): Promise<{ size: number; isDark: (x: number, y: number) => boolean }> {
  const { create } = (await import('qrcode')).default ?? (await import('qrcode'));
  const { modules }: QRCode = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (x, y) => modules.get(y, x) === 1 };
}
export type QrModules = Awaited<ReturnType<typeof qrModules>>;

/** Square modules on white, with the quiet zone that scanners ask for inside of `side`. */
export function drawQr(
  context: CanvasRenderingContext2D,
  modules: QrModules,
  { x, y, side, color }: { x: number; y: number; side: number; color: string },
): void {
  const quiet = 2;
  const unit = side / (modules.size + 2 * quiet);
  context.save();
  context.fillStyle = '#ffffff';
  context.fillRect(x, y, side, side);
  context.fillStyle = color;
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.isDark(column, row))
        // A hair wider than a module: no light seams between neighbours.
        context.fillRect(x + (column + quiet) * unit, y + (row + quiet) * unit, unit + 0.2, unit + 0.2);
  context.restore();
}
