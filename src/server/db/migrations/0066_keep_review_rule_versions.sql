-- The wording in force of each rule; earlier ones were not kept. Until now the code renewed rules of version 1 only.
INSERT INTO review_rule_versions (rule_id, version, is_enabled, severity, title, why, suggestion, source, source_address,
	read_at, is_lawyer_reviewed, channels, phrases, is_by_code, created_at)
SELECT id, version, is_enabled, severity, title, why, suggestion, source, source_address,
	read_at, is_lawyer_reviewed, channels, phrases, NOT is_own AND version = 1, updated_at
FROM review_rules ON CONFLICT DO NOTHING;
