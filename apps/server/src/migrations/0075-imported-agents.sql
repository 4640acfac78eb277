-- The agent as a file names them, also where no agent is known by that name, so that the report of an import can be
-- imported elsewhere. Earlier imports kept only the agent who was found.
alter table user_import_lines add column agent text;
update user_import_lines line set agent = users.username from users where users.id = line.agent_id;
