alter table known_devices add column has_signed_in boolean not null default true;
comment on column known_devices.has_signed_in is
  'whether a session was opened from here, with the second step where there is one; false: only a link or the old password was shown here. Until then codes of the second step count with those of strangers.';
comment on table known_devices is
  'Devices and places that somebody signed in from, or proved the address from. Guessing from elsewhere does not slow these down';
