-- A link to set a password that is sent again within minutes, because its answer was lost, is answered as before.
comment on table used_nonces is
  'Hashes of what was used: the nonce of an ID token, which signs in once, and a link by which a password was set, which is answered as before for some minutes.';
