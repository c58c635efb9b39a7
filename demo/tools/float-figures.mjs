/**
 * Runs in the page before printing: a figure or table that would not fit on what is left of its page lets the text
 * after it come first, as a typesetter would, so that no page ends half empty. Sizes in CSS pixels.
 */
export function floatFigures(pageHeight) {
  const worthFilling = 70;
  const isFloat = (block) => block.matches('figure, .table');
  const isHeading = (block) => /^H[2-4]$/.test(block.tagName);
  const flows = (block) => /^(P|UL|OL)$/.test(block.tagName);
  for (const section of document.querySelectorAll('.body')) {
    const blocks = [...section.children];
    const sizes = new Map();
    blocks.forEach((block, index) => {
      const { top, bottom, height } = block.getBoundingClientRect();
      const next = blocks[index + 1]?.getBoundingClientRect().top;
      sizes.set(block, { height, advance: (next ?? bottom) - top });
    });
    const of = (block) => sizes.get(block).height;
    const advance = (block) => sizes.get(block).advance;
    const moved = new Map();
    let y = 0;
    let index = 0;
    while (index < blocks.length) {
      const block = blocks[index];
      const size = of(block);
      if (flows(block)) {
        y += advance(block);
        if (y > pageHeight) y -= pageHeight;
      } else if (isHeading(block)) {
        const fits = y + size + 58 <= pageHeight;
        y = (fits ? y : 0) + advance(block);
      } else if (y + size <= pageHeight + 2) {
        y += advance(block);
      } else {
        let gap = pageHeight - y;
        const passed = [];
        if (isFloat(block) && (moved.get(block) ?? 0) < 3) {
          for (let at = index + 1; at < blocks.length && gap > worthFilling; at += 1) {
            const candidate = blocks[at];
            if (isFloat(candidate)) break;
            if (isHeading(candidate)) {
              const after = blocks[at + 1];
              if (!after || isFloat(after) || gap < of(candidate) + 110) break;
            } else if (!flows(candidate) && of(candidate) > gap) break;
            passed.push(candidate);
            gap -= advance(candidate);
          }
          while (passed.length > 0 && isHeading(passed.at(-1))) passed.pop();
        }
        if (passed.length > 0) {
          moved.set(block, (moved.get(block) ?? 0) + 1);
          blocks.splice(index, 1 + passed.length, ...passed, block);
          continue;
        }
        y = advance(block);
      }
      index += 1;
    }
    for (const block of blocks) section.append(block);
  }
}
