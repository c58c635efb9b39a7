/** Guilloche, as on banknotes: rosettes of many thin curves. */
export function drawRosette(
  context: CanvasRenderingContext2D,
  {
    x,
    y,
    inner,
    outer,
    petals,
    turns,
    color,
    lineWidth,
  }: {
    x: number;
    y: number;
    inner: number;
    outer: number;
    petals: number;
    /** The number of curves, each rotated a little further. */
    turns: number;
    color: string;
    lineWidth: number;
  },
): void {
  const middle = (inner + outer) / 2;
  const swing = (outer - inner) / 2;
  const steps = 720;
  context.save();
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  for (let turn = 0; turn < turns; turn += 1) {
    const shift = (turn * 2 * Math.PI) / (petals * turns);
    context.beginPath();
    for (let step = 0; step <= steps; step += 1) {
      const angle = (step * 2 * Math.PI) / steps;
      const radius = middle + swing * Math.sin(petals * (angle + shift));
      const px = x + radius * Math.cos(angle);
      const py = y + radius * Math.sin(angle);
      if (step === 0) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
    context.stroke();
  }
  context.restore();
}

/** Letters along a circle, clockwise from the left. Latin only, because it draws letter by letter. */
export function drawRingText(
  context: CanvasRenderingContext2D,
  {
    x,
    y,
    radius,
    text,
    font,
    color,
  }: { x: number; y: number; radius: number; text: string; font: string; color: string },
): void {
  context.save();
  context.font = font;
  context.fillStyle = color;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.direction = 'ltr';
  const letters = [...text];
  const step = (2 * Math.PI) / letters.length;
  letters.forEach((letter, index) => {
    context.save();
    context.translate(x, y);
    context.rotate(-Math.PI / 2 + index * step);
    context.translate(0, -radius);
    context.fillText(letter, 0, 0);
    context.restore();
  });
  context.restore();
}

export function drawCircle(
  context: CanvasRenderingContext2D,
  {
    x,
    y,
    radius,
    color,
    lineWidth,
  }: { x: number; y: number; radius: number; color: string; lineWidth: number },
): void {
  context.save();
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.restore();
}
