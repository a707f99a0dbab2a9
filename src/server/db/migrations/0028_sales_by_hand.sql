CREATE TABLE "purchase_owners" (
	"provider" text NOT NULL,
	"external_subscription_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_owners_provider_external_subscription_id_pk" PRIMARY KEY("provider","external_subscription_id"),
	CONSTRAINT "purchase_owners_provider_check" CHECK ("purchase_owners"."provider" in ('hubla', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "sale_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text,
	"plan_id" uuid,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sale_decisions_provider_check" CHECK ("sale_decisions"."provider" in ('hubla', 'stripe')),
	CONSTRAINT "sale_decisions_kind_check" CHECK ("sale_decisions"."kind" in ('offer', 'product', 'price'))
);
--> statement-breakpoint
CREATE TABLE "sale_grants" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "purchase_owners" ADD CONSTRAINT "purchase_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_decisions" ADD CONSTRAINT "sale_decisions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_grants" ADD CONSTRAINT "sale_grants_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_grants" ADD CONSTRAINT "sale_grants_decision_id_sale_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."sale_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_owners_user_idx" ON "purchase_owners" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_decisions_open_key" ON "sale_decisions" USING btree ("provider","kind","external_id") WHERE "sale_decisions"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "sale_decisions_created_idx" ON "sale_decisions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sale_grants_decision_idx" ON "sale_grants" USING btree ("decision_id","ended_at");