-- Bytes of sources and of their passages count in the storage of their account. Nothing is weighed for the house.
CREATE FUNCTION weigh_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT users.id, NEW.bytes - CASE WHEN TG_OP = 'UPDATE' THEN OLD.bytes ELSE 0 END
	FROM users WHERE users.id = NEW.owner_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sources_weigh_new AFTER INSERT ON sources
	FOR EACH ROW WHEN (NEW.bytes > 0) EXECUTE FUNCTION weigh_source();--> statement-breakpoint
CREATE TRIGGER sources_weigh AFTER UPDATE OF bytes ON sources
	FOR EACH ROW WHEN (OLD.bytes <> NEW.bytes) EXECUTE FUNCTION weigh_source();--> statement-breakpoint
CREATE FUNCTION unweigh_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT gone.owner_id, -sum(gone.bytes) FROM gone JOIN users ON users.id = gone.owner_id
	GROUP BY gone.owner_id HAVING sum(gone.bytes) > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sources_unweigh AFTER DELETE ON sources REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_sources();--> statement-breakpoint
CREATE FUNCTION weigh_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT added.owner_id, sum(octet_length(added.text)) FROM added JOIN users ON users.id = added.owner_id
	GROUP BY added.owner_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER passages_weigh AFTER INSERT ON passages REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION weigh_passages();--> statement-breakpoint
CREATE FUNCTION unweigh_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT gone.owner_id, -sum(octet_length(gone.text)) FROM gone JOIN users ON users.id = gone.owner_id
	GROUP BY gone.owner_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER passages_unweigh AFTER DELETE ON passages REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_passages();
