-- Hash of the requested refund, so that a different request with the same Idempotency-Key is refused. Null for refunds
-- by jobs and earlier versions.
alter table refunds add column request_fingerprint text;
alter table refund_requests add column request_fingerprint text;
