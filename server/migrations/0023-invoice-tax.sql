-- The tax that is contained in the total of an invoice: 100 basis points are 1 percent, by the buyer's country on the day.
alter table invoices add column tax_basis_points integer not null default 0
  check (tax_basis_points between 0 and 10000);
