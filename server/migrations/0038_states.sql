-- System scenes of the states of a type: `state.<column>.<value>`.
alter table scene drop constraint scene_kind_check;
alter table scene add constraint scene_kind_check
  check (kind in ('all', 'mine', 'subordinates', 'member', 'closed') or kind like 'state.%');

-- A record stands in a stage of its own group: whoever changes the group begins with the first stage of the new one,
-- unless the same statement names another that belongs to it. Arguments: the columns of stage and group, then the table
-- of stages with its columns of id, group and place.
create function keep_stage() returns trigger language plpgsql as $$
declare
  chosen jsonb := to_jsonb(new);
  belongs boolean;
  first_stage bigint;
begin
  if tg_op = 'UPDATE' and chosen -> tg_argv[1] is not distinct from to_jsonb(old) -> tg_argv[1] then
    return new;
  end if;
  execute format('select exists (select from %I where %I::text = $1 and %I::text = $2)', tg_argv[2], tg_argv[3], tg_argv[4])
    into belongs using chosen ->> tg_argv[0], chosen ->> tg_argv[1];
  if belongs then
    return new;
  end if;
  execute format('select %I from %I where %I::text = $1 order by %I, %1$I limit 1', tg_argv[3], tg_argv[2], tg_argv[4], tg_argv[5])
    into first_stage using chosen ->> tg_argv[1];
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], first_stage));
end $$;

-- Makes a column of a record table hold stages: rows of another table, of the group that a field of the record chooses.
-- For migrations only.
create function make_stage_column(
  name text, stage_column text, group_column text, stages text, stage_id text, stage_group text, stage_place text
) returns void language plpgsql as $$
begin
  execute format('alter table %I add constraint %I unique (%I, %I)', stages, stages || '_' || stage_group, stage_group, stage_id);
  execute format('alter table %I add constraint %I foreign key (%I, %I) references %I (%I, %I)',
    name, name || '_' || stage_column, group_column, stage_column, stages, stage_group, stage_id);
  execute format('create index %I on %I (%I)', name || '_' || stage_column || '_of', name, stage_column);
  execute format('create trigger %I before insert or update on %I for each row execute function keep_stage(%L, %L, %L, %L, %L, %L)',
    name || '_keep_' || stage_column, name, stage_column, group_column, stages, stage_id, stage_group, stage_place);
end $$;
revoke execute on function make_stage_column from public;
