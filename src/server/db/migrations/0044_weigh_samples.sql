-- Samples never change.
CREATE FUNCTION weigh_sample() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes) VALUES (NEW.user_id, octet_length(NEW.content));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER voice_samples_weigh AFTER INSERT ON voice_samples
	FOR EACH ROW EXECUTE FUNCTION weigh_sample();--> statement-breakpoint
-- Nothing is weighed for an account that is deleted.
CREATE FUNCTION unweigh_samples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT gone.user_id, -sum(octet_length(gone.content))
	FROM gone JOIN users ON users.id = gone.user_id GROUP BY gone.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER voice_samples_unweigh AFTER DELETE ON voice_samples REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_samples();
