import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashToken, newToken } from '../../platform/session.ts';
import { deviceNameOf } from './device-name.ts';
import { type Credentials, insertSession } from './session-queries.ts';

const HOUR_MS = 3_600_000;
/** A working day and the evening after it; with remember-me until it was forgotten anyhow. */
export const SESSION_LIFE_HOURS = { browser: 16, remembered: 90 * 24 } as const;
/** Unused for this long, it ends earlier: four hours at a shared ward computer, a month on one's own. */
export const SESSION_IDLE_HOURS = { browser: 4, remembered: 30 * 24 } as const;

export interface Device {
  readonly deviceId: string | null;
  readonly fcmToken: string | null;
  readonly userAgent: string | undefined;
  readonly remember: boolean;
  /** Where the person signed in with a password: a place that is known from now on. */
  readonly placeHash?: Buffer;
}

export const hashDevice = (deviceId: string): Buffer => createHash('sha256').update(deviceId).digest();

/**
 * A new session; the answer is the token, which is nowhere else. `credentials` is the account as it was read with the
 * password, link or identity that was checked: refused when it was replaced meanwhile.
 */
export async function openSession(
  db: Db,
  credentials: Credentials,
  device: Device,
  now: Date,
): Promise<string> {
  const token = newToken();
  const kind = device.remember ? 'remembered' : 'browser';
  const isStored = await insertSession(db, {
    id: newId(),
    credentials,
    tokenHash: hashToken(token),
    deviceId: device.deviceId,
    knownHashes: [
      ...(device.deviceId ? [hashDevice(device.deviceId)] : []),
      ...(device.placeHash ? [device.placeHash] : []),
    ],
    deviceName: deviceNameOf(device.userAgent),
    fcmToken: device.fcmToken,
    now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_HOURS[kind] * HOUR_MS),
    idleSeconds: SESSION_IDLE_HOURS[kind] * 3600,
  });
  demand(isStored, 'sign_in_again');
  return token;
}
