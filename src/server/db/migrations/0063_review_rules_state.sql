CREATE TABLE "review_rules_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "review_rules_state_one_row" CHECK ("review_rules_state"."id" = 1)
);
