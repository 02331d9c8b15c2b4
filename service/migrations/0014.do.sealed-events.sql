-- An event can hold a client secret, so its bytes are sealed like other secrets; those recorded before are sealed by
-- `svcpay reseal`. Under a new name, so that an instance of the release before fails instead of sending sealed bytes.
alter table events rename column body to sealed_body;
