-- A payment beyond what its contract lacks: whoever may take money without a contract has confirmed that the rest becomes the
-- customer's credit.
alter table receivables add column takes_surplus boolean not null default false;
