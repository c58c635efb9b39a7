alter table orders add column despite_access boolean;

comment on column orders.despite_access is
  'Whether the buyer was shown that they can read everything of it already. Null: placed before this was recorded.';
