-- A reply may cost several messages, which one gift pays for together. The function with one argument stays for instances
-- of the release before, which run until they are replaced.
-- Chooses with its own snapshot, so that a statement which waited for the month's lock sees the extra messages that others
-- spent meanwhile. Their lock keeps an administrator from taking them back before the statement spends them.
CREATE FUNCTION lock_extra_messages(person uuid, weight integer) RETURNS uuid LANGUAGE sql VOLATILE AS $$
	SELECT id FROM extra_messages
	WHERE user_id = person AND used + weight <= given AND taken_back_at IS NULL AND (ends_at IS NULL OR ends_at > now())
	ORDER BY ends_at NULLS LAST, created_at, id LIMIT 1 FOR NO KEY UPDATE
$$
