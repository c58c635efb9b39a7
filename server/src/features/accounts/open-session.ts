import { createHash, createHmac } from 'node:crypto';
import type { Secret } from '../../config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { placeOf } from '../../platform/networks.ts';
import { deviceNameOf } from './device-name.ts';
import { type Credentials, insertSession } from './session-queries.ts';
import { hashToken, newToken } from './tokens.ts';

/** A working day and its evening; with remember-me, 90 days. */
const SESSION_LIFE_HOURS = { browser: 16, remembered: 90 * 24 } as const;
/** An unused session ends earlier: after four hours at a shared ward computer, after a month on one's own device. */
const SESSION_IDLE_HOURS = { browser: 4, remembered: 30 * 24 } as const;

export interface Device {
  readonly deviceId: string | null;
  readonly fcmToken: string | null;
  readonly userAgent: string | undefined;
  readonly remember: boolean;
  /** Of the caller's network. */
  readonly placeHash: Buffer;
}

const hashDevice = (deviceId: string): Buffer => createHash('sha256').update(deviceId).digest();

/** The key of a network among the known devices. A keyed hash, because all internet addresses can be hashed quickly. */
export const hashPlace = (secretKey: Secret, ip: string): Buffer =>
  createHmac('sha256', secretKey.reveal())
    .update(`sign-in place\n${placeOf(ip)}`)
    .digest();

/** The keys by which a caller is known, the device before the network. */
export const knownHashesOf = ({ deviceId, placeHash }: Pick<Device, 'deviceId' | 'placeHash'>): Buffer[] => [
  ...(deviceId ? [hashDevice(deviceId)] : []),
  placeHash,
];

/**
 * Creates a session and returns its token, which is stored nowhere. `credentials` is the account as it was read with the
 * password, link or identity that was checked: throws if they have been replaced since.
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
    knownHashes: knownHashesOf(device),
    deviceName: deviceNameOf(device.userAgent),
    fcmToken: device.fcmToken,
    now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_HOURS[kind] * HOUR_MS),
    idleSeconds: SESSION_IDLE_HOURS[kind] * 3600,
  });
  demand(isStored, 'sign_in_again');
  return token;
}
