import { randomBytes } from 'node:crypto';

/** A customer with subscriptions to these books (or with the beta flag); answers the token that requests carry. */
export async function makeReader(pool, { newId, hashToken }, { name, books, beta = false }) {
  const id = newId();
  const token = `vsl_${randomBytes(32).toString('base64url')}`;
  await pool.query(
    `insert into users (id, role, email, first_name, second_name, is_beta, email_verified_at, created_at)
     values ($1, 'customer', $2, 'Rita', 'Reader', $3, now(), now())`,
    [id, `${name}@bench.example`, beta],
  );
  await pool.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 year')`,
    [newId(), id, hashToken(token)],
  );
  await pool.query(
    `insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
     select gen_random_uuid(), $1, book, 'free', false, now(), now() + interval '1 year', now()
     from unnest($2::uuid[]) book`,
    [id, books],
  );
  return token;
}
