import type { Locator } from '@playwright/test';

/** Counts clicks and filled fields: the numbers in the guide are measured with it. */
export function counted() {
  let actions = 0;
  const act = async (work: Promise<unknown>) => {
    actions += 1;
    await work;
  };
  return {
    click: (place: Locator) => act(place.click()),
    fill: (place: Locator, text: string) => act(place.fill(text)),
    press: (place: Locator, key: string) => act(place.press(key)),
    choose: (place: Locator, label: string) => act(place.selectOption({ label })),
    act,
    count: () => actions,
  };
}
export type Counted = ReturnType<typeof counted>;
