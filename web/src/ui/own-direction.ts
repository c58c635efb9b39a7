/**
 * For a free-text field of the component library: the text begins at the side of its own script. The library sets
 * `dir` on the box around the field, where it does not affect the text.
 */
export const OWN_DIRECTION = { input: { dir: 'auto' } } as const;
