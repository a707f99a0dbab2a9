-- Sessions are deleted in several places, and by better-auth: each ends the visit that it belongs to.
CREATE FUNCTION end_impersonation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.impersonations SET ended_at = now() WHERE session_id = OLD.id AND ended_at IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_end_impersonation AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.impersonated_by IS NOT NULL) EXECUTE FUNCTION end_impersonation();
