/** The length of the longest sequence of words that both texts have in this order. */
export function wordsInOrder(a, b) {
  const row = new Uint32Array(b.length + 1);
  for (const word of a) {
    let corner = 0;
    for (let index = 1; index <= b.length; index += 1) {
      const above = row[index];
      row[index] = word === b[index - 1] ? corner + 1 : Math.max(above, row[index - 1]);
      corner = above;
    }
  }
  return row[b.length];
}
