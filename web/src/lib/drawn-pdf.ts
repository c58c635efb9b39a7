/** A4 portrait, in points. */
export const A4 = { width: 595, height: 842 } as const;

/** 240 dots per inch: sharp in print. */
const SCALE = 240 / 72;

/**
 * A PDF of A4 sheets, drawn on a canvas because only a canvas shapes Arabic and all other scripts correctly. `draw` gets
 * each sheet's number from 1, and draws over the sheet before it. Fonts must be loaded. Throws if the browser has no canvas.
 */
export async function drawnPdf(
  title: string,
  sheets: number,
  draw: (context: CanvasRenderingContext2D, sheet: number) => void,
): Promise<Blob> {
  const { jsPDF } = await import('jspdf');
  const pdf = new jsPDF({ orientation: 'portrait', unit: 'pt', format: 'a4', compress: true });
  pdf.setProperties({ title });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(A4.width * SCALE);
  canvas.height = Math.round(A4.height * SCALE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws on no canvas');
  context.scale(SCALE, SCALE);
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    if (sheet > 1) pdf.addPage();
    draw(context, sheet);
    pdf.addImage(canvas.toDataURL('image/jpeg', 0.92), 'JPEG', 0, 0, A4.width, A4.height);
  }
  return pdf.output('blob');
}
