-- Hash of what a refund was requested for, so that another request with the same Idempotency-Key is refused. Null for refunds of earlier
-- versions and of jobs.
alter table refunds add column request_fingerprint text;
alter table refund_requests add column request_fingerprint text;
