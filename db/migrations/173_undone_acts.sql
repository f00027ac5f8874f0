-- Which entry of the audit log was undone, and the entry that records its undoing: each once.
create table audit_undos (
  audit_id bigint not null constraint audit_undos_audit_id_fkey references audit_log,
  undo_id bigint not null constraint audit_undos_undo_id_fkey references audit_log,
  constraint audit_undos_pkey primary key (audit_id),
  constraint audit_undos_one_act_each unique (undo_id)
);
