import { useState } from 'react';

/** The value at the last rest: changes during scrolling are not worth rendering. */
export function useSettled<Value>(value: Value, isResting: boolean): Value {
  const [settled, setSettled] = useState(value);
  if (isResting && settled !== value) setSettled(value);
  return isResting ? value : settled;
}
