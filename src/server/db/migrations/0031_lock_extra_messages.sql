-- Chooses with its own snapshot, so that a statement which waited for the month's lock sees the extra messages that others
-- spent meanwhile. Their lock keeps an administrator from taking them back before the statement spends one.
CREATE FUNCTION lock_extra_messages(person uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
	SELECT id FROM extra_messages
	WHERE user_id = person AND used < given AND taken_back_at IS NULL AND (ends_at IS NULL OR ends_at > now())
	ORDER BY ends_at NULLS LAST, created_at, id LIMIT 1 FOR NO KEY UPDATE
$$
