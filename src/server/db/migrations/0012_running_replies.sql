-- Counts with its own snapshot, so that a statement which waited for a lock sees the replies that others committed meanwhile.
CREATE FUNCTION running_replies(person uuid) RETURNS integer LANGUAGE sql VOLATILE AS $$
	SELECT count(*)::integer FROM messages JOIN chats ON chats.id = messages.chat_id
	WHERE messages.status = 'running' AND chats.user_id = person
$$;
