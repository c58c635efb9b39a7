/** Chance, in one place. */
export const chance = (probability) => Math.random() < probability;
export const within = (least, most) => least + Math.floor(Math.random() * (most - least + 1));
export const any = (list) => list[Math.floor(Math.random() * list.length)];
/** Pauses as people make them: many short ones, a few long ones, this one on average. */
export const pauseOf = (mean) => Math.min(-Math.log(1 - Math.random()) * mean, 5 * mean);
