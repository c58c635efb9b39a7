import { expect, it } from 'vitest';
import { comingDays } from './coming-days.ts';

const at = (day: number, hour: number) => ({
  due_at: new Date(2031, 0, day, hour).toISOString(),
  number: 2,
});

it('counts by the days of the device, not by hours from now', () => {
  const now = new Date(2031, 0, 1, 22);
  expect(comingDays([at(1, 23), at(2, 1), at(2, 23), at(3, 0), at(8, 23), at(9, 0)], now)).toEqual({
    today: 2,
    tomorrow: 4,
    week: 10,
  });
  expect(comingDays([], now)).toEqual({ today: 0, tomorrow: 0, week: 0 });
});
