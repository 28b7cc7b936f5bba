-- The keys of `DECLINES` in the contracts: why the sandbox refused a card.
alter table sandbox.intents add constraint intents_decline_check check (decline in (
  'card_declined', 'insufficient_funds', 'authentication_failed', 'invalid_number', 'expired_card'));
