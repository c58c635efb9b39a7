import { useState } from 'react';

/** The value as it was when it last stood still: what changes while something moves is not worth showing. */
export function useSettled<Value>(value: Value, isResting: boolean): Value {
  const [settled, setSettled] = useState(value);
  if (isResting && settled !== value) setSettled(value);
  return isResting ? value : settled;
}
