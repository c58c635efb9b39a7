import type { QRCode } from 'qrcode';

/** The modules of a QR code, row by row. The library loads with the certificate, not with the page. */
export async function qrModules(
  text: string,
): Promise<{ size: number; isDark: (x: number, y: number) => boolean }> {
  const { create } = (await import('qrcode')).default ?? (await import('qrcode'));
  const { modules }: QRCode = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (x, y) => modules.get(y, x) === 1 };
}
export type QrModules = Awaited<ReturnType<typeof qrModules>>;

/** Draws square modules on white; `side` includes the quiet zone that scanners need. */
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
        // Slightly wider than a module, which avoids light seams between neighbors.
        context.fillRect(x + (column + quiet) * unit, y + (row + quiet) * unit, unit + 0.2, unit + 0.2);
  context.restore();
}
