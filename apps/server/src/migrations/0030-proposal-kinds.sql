-- A proposal's kind names the event that is announced once it is approved. The audit log is append-only: its
-- earlier entries keep the former names.
update proposals set kind = regexp_replace(kind, 'Passed$', 'Approved') where kind like '%Passed';
