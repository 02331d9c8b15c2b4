-- Workers share the endpoints among them, not the deliveries. The last character of a merchant's id, which is random,
-- says which share its endpoint belongs to. Only the worker that holds a share sends to its endpoints.
create table callback_workers (
  worker_id text primary key,
  -- renewed every second; a worker that does not has lost its shares
  alive_until timestamptz not null,
  -- takes no more shares, and hands over those it has
  stopping boolean not null default false
);

create table callback_shares (
  share text primary key check (share ~ '^[0-9a-z]$'),
  worker_id text,
  -- raised whenever the share changes hands
  epoch integer not null default 0
);
insert into callback_shares (share) select unnest(string_to_array('0123456789abcdefghijklmnopqrstuvwxyz', null));

-- The epoch of the worker that sends to it. Results of one that has lost the share do not count.
alter table callback_endpoints add column epoch integer not null default 0;

-- A delivery that somebody asked for goes before all others, and needs not wait for a pause to end.
alter table delivery_queue add column asked_for boolean not null default false;
update delivery_queue q set asked_for = true
from callback_endpoints e where e.merchant_id = q.merchant_id and q.delivery_id = any(e.asked_for);
create index delivery_queue_asked_for on delivery_queue (merchant_id, due_at) where asked_for;
-- Begins with the delivery: the only indexes that begin with the merchant are then in the order in which a worker reads.
alter table delivery_queue drop constraint delivery_queue_pkey;
alter table delivery_queue add primary key (delivery_id, merchant_id);
drop index delivery_queue_by_delivery;
-- Nothing is written to a row while it waits.
alter table delivery_queue reset (fillfactor);

-- The columns claim_id, claimed_until and restarted of delivery_queue, and claims, held and asked_for of
-- callback_endpoints, are used by instances of the release before alone. The next release drops them.

-- A delivery is written twice or more, and found by what does not change. So its updates stay on its page and touch no
-- index (HOT), given some room: PostgreSQL leaves a row in place as long as no column changes that an index names, save
-- for BRIN. Waiting deliveries are in the queue; dead letters have a time of death.
alter table deliveries add column dead_at timestamptz;
update deliveries set dead_at = updated_at where state = 'dead';
create function note_death() returns trigger language plpgsql as $$
begin
  new.dead_at := case when new.state = 'dead' then new.updated_at end;
  return new;
end
$$;
-- By the database, so that it is right whichever release writes. The condition costs next to nothing where it is false.
create trigger deliveries_death before insert or update on deliveries
  for each row when ((new.state = 'dead') <> (new.dead_at is not null)) execute function note_death();
create index deliveries_dead_letters on deliveries (delivery_id desc) where dead_at is not null;
create index deliveries_dead_letters_of_merchant on deliveries (merchant_id, delivery_id desc) where dead_at is not null;
create index deliveries_changed_at on deliveries using brin (updated_at) with (pages_per_range = 8, autosummarize = on);
drop index deliveries_by_state;
drop index deliveries_dead;
drop index deliveries_changed;
-- Attempts that end together are written together: the new versions of a whole page have to fit beside the old ones.
alter table deliveries set (fillfactor = 45);

-- Every statement that inserts a delivery reads its event.
alter table deliveries drop constraint deliveries_merchant_id_processor_event_id_fkey;
