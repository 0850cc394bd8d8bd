/**
 * Event names of a record, for the log and the list of actions; `history.<verb>` are their messages. A module adds its
 * own in the declaration of its type.
 */
export interface RecordVerbs {
  created: true;
  changed: true;
  deleted: true;
  restored: true;
  imported: true;
  import_undone: true;
  followed_up: true;
  follow_up_deleted: true;
  edited: true;
  transferred: true;
  members_added: true;
  members_changed: true;
  members_removed: true;
  put_in_pool: true;
  merged: true;
  unlinked: true;
  state_changed: true;
  erased: true;
  act_undone: true;
}
export type RecordVerb = keyof RecordVerbs;
