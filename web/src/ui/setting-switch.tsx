import { Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { choosePreference, type Preference, usePreference } from '../lib/preferences.ts';

/**
 * A switch for a setting of this browser, with its description. Mantine would make the description part of the
 * accessible name.
 */
export function SettingSwitch({ name, label, hint }: { name: Preference; label: string; hint: string }) {
  const id = useId();
  const isOn = usePreference(name);
  return (
    <div style={{ marginBlockEnd: 16 }}>
      <Switch
        checked={isOn}
        label={label}
        aria-describedby={id}
        onChange={(event) => choosePreference(name, event.currentTarget.checked)}
      />
      <Text id={id} size="sm" c="dimmed" mt={4}>
        {hint}
      </Text>
    </div>
  );
}
