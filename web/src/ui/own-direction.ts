/**
 * For a field of free text of the component library: what is typed begins at the side of its own script. The library gives
 * `dir` to the box around the field, where it has no effect on the text.
 */
export const OWN_DIRECTION = { input: { dir: 'auto' } } as const;
