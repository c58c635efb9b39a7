-- An institution's log shows members who came and went as well, whose entries name it in their detail.
create index audit_log_detail on audit_log using gin (detail jsonb_path_ops);
